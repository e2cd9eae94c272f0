import type { TestModule, Vitest } from 'vitest/node'

declare module 'vitest' {
  interface TaskMeta {
    /** Absolute paths of the files that the sandboxes of a test file read. */
    sudoboxFiles?: string[]
  }
}

/** Vite's watcher names files with slashes on every system. */
const withSlashes = (path: string): string => path.replaceAll('\\', '/')

/** Has Vitest's watch mode run those tests again whose sandboxes read a file that changed: the `.wasm` that they store. */
export function rerunOnChange(vitest: Vitest): void {
  const filesOf = new Map<string, ReadonlySet<string>>()

  const onTestModuleEnd = (module: TestModule): void => {
    const read = (module.meta().sudoboxFiles ?? []).map(withSlashes)
    // A test that failed may not have come to all files that it reads.
    const before = module.ok() ? [] : (filesOf.get(module.moduleId) ?? [])
    filesOf.set(module.moduleId, new Set([...before, ...read]))
    // Those that lie outside the project, too.
    vitest.vite.watcher.add(read)
  }
  const testsToRun = (path: string): string[] | undefined => {
    const tests = [...filesOf].flatMap(([test, files]) => (files.has(path) ? [test] : []))
    return tests.length === 0 ? undefined : tests
  }

  vitest.config.reporters.push({ onTestModuleEnd })
  vitest.config.watchTriggerPatterns = [...(vitest.config.watchTriggerPatterns ?? []), { pattern: /^/, testsToRun }]
}
