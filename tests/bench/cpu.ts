// Processor seconds a process and its children have used so far, on Linux; null elsewhere.

import { readFileSync, readdirSync } from 'node:fs';

/** Linux counts in hundredths of a second (USER_HZ). */
const TICKS_PER_SECOND = 100;

export function cpuSeconds(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  return family(pid).reduce((sum, member) => sum + ownSeconds(member), 0);
}

function ownSeconds(pid: number): number {
  const fields = statFields(pid);
  return fields === null ? 0 : (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Fields of /proc/<pid>/stat after the name, which may itself hold spaces. */
function statFields(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

function family(pid: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/u.test(name));
  const children = pids.map(Number).filter((candidate) => Number(statFields(candidate)?.[1]) === pid);
  return [pid, ...children.flatMap(family)];
}
