import type { TestModule, Vitest } from 'vitest/node'

declare module 'vitest' {
  interface TaskMeta {
    /** Absolute paths of the files that the sandboxes of a test file read. */
    sudoboxFiles?: string[]
  }
}

/** Vite's watcher uses slashes in paths on every system. */
const withSlashes = (path: string): string => path.replaceAll('\\', '/')

/** Makes Vitest's watch mode rerun the tests whose sandboxes read a changed file: the `.wasm` that they store. */
export function rerunOnChange(vitest: Vitest): void {
  const filesOf = new Map<string, ReadonlySet<string>>()

  const onTestModuleEnd = (module: TestModule): void => {
    const read = (module.meta().sudoboxFiles ?? []).map(withSlashes)
    // A failed test may not have reached all the files that it reads.
    const before = module.ok() ? [] : (filesOf.get(module.moduleId) ?? [])
    filesOf.set(module.moduleId, new Set([...before, ...read]))
    // Including files outside the project.
    vitest.vite.watcher.add(read)
  }
  const testsToRun = (path: string): string[] | undefined => {
    const tests = [...filesOf].flatMap(([test, files]) => (files.has(path) ? [test] : []))
    return tests.length === 0 ? undefined : tests
  }

  vitest.config.reporters.push({ onTestModuleEnd })
  vitest.config.watchTriggerPatterns = [...(vitest.config.watchTriggerPatterns ?? []), { pattern: /^/, testsToRun }]
}
