import { getHeapStatistics } from 'node:v8'
import { refuse } from '../../errors.js'
import { hostMethod, optional, required, type Method } from '../table.js'
import { integer, string } from '../../validate.js'

const MAX_LEVEL = 9
/** Source: go-ethereum log `Vmodule`: a list of pattern=level. */
const VMODULE = /^(?:[\w./*-]+=\d)?(?:,[\w./*-]+=\d)*$/
/** Source: go-ethereum: a place in a source file. */
const PLACE = /^[\w./-]+\.\w+:\d+$/

/** go-ethereum's methods about Go's runtime, answered with the nearest that V8 offers. */
export const runtimeMethods: readonly Method[] = [
  hostMethod('debug_memStats', {
    status: 'Y',
    access: 'private',
    doc: "Memory of the process in bytes, under Go's names: V8's heap, and memory obtained from the system.",
    handle: () => {
      const { rss, heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage()
      const { malloced_memory: malloced, heap_size_limit: limit } = getHeapStatistics()
      return {
        Alloc: heapUsed,
        Sys: rss,
        HeapAlloc: heapUsed,
        HeapSys: heapTotal,
        HeapInuse: heapUsed,
        HeapIdle: heapTotal - heapUsed,
        HeapLimit: limit,
        OtherSys: external,
        Buffers: arrayBuffers,
        Malloced: malloced,
      }
    },
  }),
  hostMethod('debug_gcStats', {
    status: 'Y',
    access: 'private',
    doc: "V8's garbage collections since the first call, under Go's names: pauses, and times since the process started, in nanoseconds.",
    handle: ({ collector }) => collector.stats(),
  }),
  hostMethod('debug_freeOSMemory', {
    status: 'Y',
    access: 'private',
    doc: "Runs a full garbage collection through V8's inspector.",
    handle: async ({ profiler }) => {
      await profiler.collect()
      return null
    },
  }),
  hostMethod('debug_setGCPercent', {
    status: 'Y',
    access: 'private',
    params: [required('percent', integer)],
    doc: "Sets Go's garbage collection target. V8 has its own, so the number is only stored; returns the previous one.",
    handle: ({ collector }, wanted) => collector.setPercent(wanted),
  }),
  hostMethod('debug_stacks', {
    status: 'Y',
    access: 'private',
    params: [optional('filter', string)],
    doc: 'The stack of the thread and the active resources of the process; with a filter, only lines that contain it.',
    handle: (_, filter) => {
      const stack = (new Error('stack').stack ?? '').replace(/^.*\n/, '')
      const all = `thread main:\n${stack}\n\n${process.getActiveResourcesInfo().join('\n')}`
      return filter === undefined
        ? all
        : all
            .split('\n')
            .filter((line) => line.includes(filter))
            .join('\n')
    },
  }),
  hostMethod('debug_verbosity', {
    status: 'N',
    access: 'private',
    params: [required('level', integer)],
    doc: 'Sets the log level, 0 to 9. Checked and ignored: this node writes no log.',
    handle: (_, level) => {
      if (level < 0 || level > MAX_LEVEL) throw refuse(`want a level from 0 to ${MAX_LEVEL}`)
      return null
    },
  }),
  hostMethod('debug_vmodule', {
    status: 'N',
    access: 'private',
    params: [required('pattern', string)],
    doc: 'Sets log levels per file. Checked and ignored: this node writes no log.',
    handle: (_, pattern) => {
      if (!VMODULE.test(pattern)) throw refuse('expect comma-separated list of filename=N')
      return null
    },
  }),
  hostMethod('debug_backtraceAt', {
    status: 'N',
    access: 'private',
    params: [required('location', string)],
    doc: 'Sets a source position where logging adds a stack trace. Checked and ignored: this node writes no log.',
    handle: (_, location) => {
      if (!PLACE.test(location)) throw refuse('expect file.go:234')
      return null
    },
  }),
]
