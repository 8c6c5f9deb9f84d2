// What stands in, on a simulated board, for the parts of the device that touch the world outside. Yosys has models of all
// other cells. Of these it has none that can be simulated (the phase-locked loop), or models with pins that work in both
// directions, of which Verilator knows little.

module PAD_IN(input PACKAGE_PIN, input CLOCK_ENABLE, output D_IN_0, output GLOBAL_BUFFER_OUTPUT);
  assign D_IN_0 = PACKAGE_PIN;
  assign GLOBAL_BUFFER_OUTPUT = PACKAGE_PIN;
endmodule

module PAD_OUT(output PACKAGE_PIN, input CLOCK_ENABLE, input OUTPUT_ENABLE, input D_OUT_0);
  assign PACKAGE_PIN = D_OUT_0;
endmodule

// Its reference is simulated at the frequency of its output. It takes a while to lock.
module PLL(input REFERENCE, input RESETB, input BYPASS, output PLLOUTGLOBAL, output reg LOCK);
  reg [7:0] left = 8'd200;
  initial LOCK = 1'b0;
  assign PLLOUTGLOBAL = REFERENCE;
  always @(posedge REFERENCE)
    if (left != 0)
      left <= left - 1;
    else
      LOCK <= 1'b1;
endmodule
