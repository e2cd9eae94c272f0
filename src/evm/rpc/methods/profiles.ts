import type { ProcessProfiler } from '../../machine/process-profiler.js'
import type { HostMethod } from '../host-methods.js'
import { hostMethod, required, type Method } from '../table.js'
import { integer, number, string } from '../../validate.js'

const file = required('file', string)
const seconds = required('seconds', number)

/** Private methods without a result. */
const doing = <const P extends Parameters<typeof hostMethod>[1]['params']>(
  name: HostMethod,
  params: P,
  doc: string,
  run: (profiler: ProcessProfiler, ...args: never[]) => Promise<void> | void,
): Method =>
  hostMethod(name, {
    status: 'Y',
    access: 'private',
    params: params ?? [],
    doc,
    handle: async ({ profiler }, ...args) => {
      await run(profiler, ...(args as never[]))
      return null
    },
  })

const during = async (
  profiler: ProcessProfiler,
  seconds: number,
  start: () => Promise<void>,
  stop: () => Promise<void>,
) => {
  await start()
  try {
    await profiler.wait(seconds)
  } finally {
    await stop()
  }
}

const CPU = 'a CPU profile (.cpuprofile of V8)'
const TRACE = "a trace of V8 and Node (in Chrome's trace format)"
const BLOCK = "event loop delays, in place of Go's profile of blocked goroutines"
const MUTEX = "event loop utilization, in place of Go's mutex profile, since one thread has no contended mutexes"

/** Profiles of the process, as files in the configured directory. */
export const profileMethods: readonly Method[] = [
  doing(
    'debug_cpuProfile',
    [file, seconds],
    `Records ${CPU} for some seconds and writes it.`,
    (profiler, file: string, seconds: number) =>
      during(
        profiler,
        seconds,
        () => profiler.startCpu(file),
        () => profiler.stopCpu(),
      ),
  ),
  doing('debug_startCPUProfile', [file], `Begins ${CPU}.`, (profiler, file: string) => profiler.startCpu(file)),
  doing('debug_stopCPUProfile', [], `Stops recording ${CPU} and writes it.`, (profiler) => profiler.stopCpu()),
  doing(
    'debug_goTrace',
    [file, seconds],
    `Records ${TRACE} for some seconds and writes it.`,
    (profiler, file: string, seconds: number) =>
      during(
        profiler,
        seconds,
        () => profiler.startTrace(file),
        () => profiler.stopTrace(),
      ),
  ),
  doing('debug_startGoTrace', [file], `Begins ${TRACE}.`, (profiler, file: string) => profiler.startTrace(file)),
  doing('debug_stopGoTrace', [], `Stops recording ${TRACE} and writes it.`, (profiler) => profiler.stopTrace()),
  doing(
    'debug_blockProfile',
    [file, seconds],
    `Measures for some seconds and writes ${BLOCK}.`,
    async (profiler, file: string, seconds: number) => {
      await profiler.check(file)
      profiler.setBlockRate(1)
      try {
        await profiler.wait(seconds)
        await profiler.writeBlock(file)
      } finally {
        profiler.setBlockRate(0)
      }
    },
  ),
  doing(
    'debug_setBlockProfileRate',
    [required('rate', integer)],
    `Starts measuring (0 stops it) ${BLOCK}.`,
    (profiler, rate: number) => profiler.setBlockRate(rate),
  ),
  doing('debug_writeBlockProfile', [file], `Writes ${BLOCK}.`, (profiler, file: string) => profiler.writeBlock(file)),
  doing(
    'debug_mutexProfile',
    [file, seconds],
    `Measures for some seconds and writes ${MUTEX}.`,
    async (profiler, file: string, seconds: number) => {
      await profiler.check(file)
      const before = profiler.setMutexFraction(1)
      try {
        await profiler.wait(seconds)
        await profiler.writeMutex(file)
      } finally {
        profiler.setMutexFraction(before)
      }
    },
  ),
  hostMethod('debug_setMutexProfileFraction', {
    status: 'Y',
    access: 'private',
    params: [required('rate', integer)],
    doc: `Starts measuring ${MUTEX}. Returns the previous fraction; a negative one only reads it.`,
    handle: ({ profiler }, fraction) => profiler.setMutexFraction(fraction),
  }),
  doing('debug_writeMutexProfile', [file], `Writes ${MUTEX}.`, (profiler, file: string) => profiler.writeMutex(file)),
  doing('debug_writeMemProfile', [file], 'Writes a heap snapshot (.heapsnapshot of V8).', (profiler, file: string) =>
    profiler.writeMemory(file),
  ),
]
