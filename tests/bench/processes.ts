// What a process and its children have used so far: processor seconds and memory, on Linux; null elsewhere.

import { readFileSync, readdirSync } from 'node:fs';

/** Fields of /proc/<pid>/stat after the name, in hundredths of a second (USER_HZ) where they are times. */
const PARENT = 1;
/** User and system time of the process, then of its children that have ended. */
const TIMES = [11, 12, 13, 14] as const;
const TICKS_PER_SECOND = 100;

/** To the nanosecond, of the threads that are there: for what happens between two calls. */
export function cpuSeconds(pid: number): number | null {
  const threads = familyOf(pid).flatMap((member) =>
    namesIn(`/proc/${member}/task`).map((thread) => `/proc/${member}/task/${thread}/schedstat`),
  );
  const nanoseconds = threads.map((file) => Number(readOr(file, '0').split(' ', 1)[0]));
  return threads.length === 0 ? null : nanoseconds.reduce((sum, value) => sum + value, 0) / 1e9;
}

/** To the hundredth of a second, with those that have ended meanwhile. */
export function cpuSecondsOfAll(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  return familyOf(pid).reduce((sum, member) => sum + ownSeconds(member), 0);
}

/** Resident mebibytes of the processes in the family whose name is this. */
export function residentMiB(pid: number, name: string): number | null {
  if (process.platform !== 'linux') return null;
  const sizes = familyOf(pid).map((member) => {
    const status = readOr(`/proc/${member}/status`, '');
    const isIt = new RegExp(`^Name:\\s+${name}$`, 'mu').test(status);
    return isIt ? Number(/^VmRSS:\s+(\d+)/mu.exec(status)?.[1] ?? 0) / 1024 : 0;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Processor seconds that all processes of the machine have used. */
export function machineSeconds(): number | null {
  const [, user, nice, system] = /^cpu +(\d+) (\d+) (\d+)/u.exec(readOr('/proc/stat', '')) ?? [];
  return system === undefined ? null : (Number(user) + Number(nice) + Number(system)) / TICKS_PER_SECOND;
}

/** The process and all that it started. */
export function familyOf(pid: number): number[] {
  if (process.platform !== 'linux') return [pid];
  const pids = namesIn('/proc').filter((name) => /^\d+$/u.test(name));
  const parents = new Map(pids.map((name) => [Number(name), Number(statFields(Number(name))[PARENT])]));
  const withChildren = (one: number): number[] => [
    one,
    ...[...parents].filter(([, parent]) => parent === one).flatMap(([child]) => withChildren(child)),
  ];
  return withChildren(pid);
}

function ownSeconds(pid: number): number {
  const fields = statFields(pid);
  return TIMES.reduce((sum, at) => sum + Number(fields[at] ?? 0), 0) / TICKS_PER_SECOND;
}

/** Fields of /proc/<pid>/stat after the name, which may itself hold spaces; none when it has ended. */
function statFields(pid: number): string[] {
  const text = readOr(`/proc/${pid}/stat`, '');
  return text === '' ? [] : text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readOr(path: string, otherwise: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return otherwise;
  }
}
