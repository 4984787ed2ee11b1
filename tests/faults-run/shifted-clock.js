// The injected clock of the runs with faults: `Date`, some milliseconds away from the machine's. First in the modules of the test bundle,
// and in Node while a world is made.

const MachineDate = globalThis.Date;
// Where a runtime starts, its clock does: OFFSET is replaced in the code.
let offset = Number('OFFSET') || 0;

globalThis.Date = class extends MachineDate {
  constructor(...given) {
    if (given.length === 0) super(MachineDate.now() + offset);
    else super(...given);
  }
  static now() {
    return MachineDate.now() + offset;
  }
};

export const machineTime = (at) => at - offset;
export const shiftedTime = (at) => at + offset;
export function stepClock(ms) {
  offset = ms;
}
