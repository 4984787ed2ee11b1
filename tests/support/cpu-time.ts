// How long a piece of work keeps the processor busy: on a machine with other work, a clock on the wall says something else.

/** A function that answers with the processor time of this thread since, in milliseconds. */
export function cpuStopwatch(): () => number {
  const start = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(start);
    return (user + system) / 1000;
  };
}
