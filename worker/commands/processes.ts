// Child processes of the commands: the pinned Node, wrangler, and one way to wait for them.

import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { setPriority } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

export type Program = {
  readonly command: string;
  readonly args: readonly string[];
  readonly options?: SpawnOptions;
  /** 0 to 19: where the processor is short, the program gives way to those with a lower one. */
  readonly niceness?: number;
};

/** Wrangler on the Node that runs this very process, without update checks or usage reports. */
export function wrangler(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Program {
  return node([join(ROOT, 'node_modules', 'wrangler', 'bin', 'wrangler.js'), ...args], {
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: process.env['CI'] ?? 'true', ...environment },
  });
}

/** Writes the types of the Worker's bindings; with `--check`, says whether they fit. */
export function workerTypes(...flags: string[]): Program {
  const path = 'worker/worker-configuration.d.ts';
  return wrangler(['types', path, '--include-runtime=false', '--strict-vars=false', ...flags], {
    ONCA_BUILD: 'skip',
  });
}

export function node(args: readonly string[], options: SpawnOptions = {}): Program {
  return { command: process.execPath, args, options };
}

/** Starts a program in the repository's root and passes its output on. */
export function start({ command, args, options, niceness = 0 }: Program): ChildProcess {
  const child = spawn(command, [...args], { cwd: ROOT, stdio: 'inherit', ...options });
  // The processes that it starts inherit it.
  if (niceness > 0 && child.pid !== undefined) setPriority(child.pid, niceness);
  return child;
}

/** Runs a program to its end, passes its output on and answers with its exit code. */
export async function passOn(program: Program): Promise<number> {
  return new Promise((settle, fail) => {
    start(program)
      .on('error', fail)
      .on('close', (code) => settle(code ?? 1));
  });
}

/** For a command whose work is done by a file of `tests`, which nothing imports: it runs as a process of its own, which gets this one's arguments and signals. */
export async function handOver(file: string): Promise<never> {
  const child = start(node([join(ROOT, 'tests', file), ...process.argv.slice(2)]));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((_, fail) => {
    child.on('error', fail).on('exit', (code) => process.exit(code ?? 1));
  });
}

/** Runs a program to its end; its output is kept back and only shown when it fails. */
export async function runToEnd(program: Program): Promise<string> {
  const { code, output } = await capture(program);
  if (code !== 0) {
    process.stderr.write(output);
    throw new Error(`${program.args.slice(0, 4).join(' ')} ended with ${code}`);
  }
  return output;
}

export async function capture(program: Program): Promise<{ code: number; output: string }> {
  return new Promise((settle, fail) => {
    const child = start({ ...program, options: { ...program.options, stdio: ['ignore', 'pipe', 'pipe'] } });
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', fail);
    child.on('close', (code) => settle({ code: code ?? 1, output }));
  });
}
