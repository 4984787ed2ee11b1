// Tests that a piece of work takes time in proportion to its input. They compare two runs in processor time,
// because a limit in seconds says more about the machine than about the code.

/** A single short run is mostly noise. */
const SMALL_RUNS = 3;
const LEAST_MS = 1;

/** How many times longer than `small` `large` keeps the processor busy. */
export function timesLonger(small: () => unknown, large: () => unknown): number {
  const smallMs = Math.min(...Array.from({ length: SMALL_RUNS }, () => busyMs(small)));
  return busyMs(large) / Math.max(LEAST_MS, smallMs);
}

function busyMs(work: () => unknown): number {
  const start = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}
