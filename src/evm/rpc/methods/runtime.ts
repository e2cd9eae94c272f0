import { getHeapStatistics } from 'node:v8'
import { method, type Method } from '../table.js'

/** What go-ethereum tells of Go's runtime, with the nearest that V8 offers. */
export const runtimeMethods: readonly Method[] = [
  method('debug_memStats', {
    status: 'Y',
    access: 'private',
    doc: 'Memory of the process in bytes, under the names of Go: of the heap of V8, and of what the system gave.',
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
  method('debug_freeOSMemory', {
    status: 'Y',
    access: 'private',
    doc: 'Collects garbage, where Node was started with --expose-gc.',
    handle: () => {
      globalThis.gc?.()
      return null
    },
  }),
  method('debug_stacks', {
    status: 'Y',
    access: 'private',
    doc: 'The stack of the thread, and what keeps it alive.',
    handle: () => {
      const stack = new Error('stack').stack ?? ''
      return `${stack.replace(/^.*\n/, '')}\n\n${process.getActiveResourcesInfo().join('\n')}`
    },
  }),
]
