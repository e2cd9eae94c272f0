import { availableParallelism } from 'node:os'
import { defineConfig, mergeConfig, type Plugin } from 'vitest/config'
import { ALONE, BUILT, MOCKING } from './test/setup/projects.js'
import { nameSource, plainSources } from './test/setup/plain-sources.js'
import { LongestFirst } from './test/setup/sequence.js'
import { base } from './vitest.base.js'

const BUILD = 'test/setup/build.ts'

const project = (name: string, include: string[], more: object = {}, plugins: Plugin[] = [plainSources()]) => ({
  extends: true as const,
  plugins,
  test: { name, include, ...more },
})

export default mergeConfig(
  base,
  defineConfig({
    test: {
      maxWorkers: Math.max(2, availableParallelism()),
      sequence: { sequencer: LongestFirst },
      // Loading the sources costs more than most files test, so the files of a process share them.
      isolate: false,
      onStackTrace: nameSource,
      ...(process.env['SUDOBOX_CPU'] === '1' && { runner: './test/setup/cpu.ts' }),
      projects: [
        project('src', ['test/**/*.test.ts'], { exclude: [...BUILT, ...ALONE, ...MOCKING] }),
        project('dist', BUILT, { globalSetup: BUILD }),
        project('alone', ALONE, { isolate: true }),
        project('mocking', MOCKING, { isolate: true }, []),
      ],
    },
  }),
)
