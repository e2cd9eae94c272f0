import { availableParallelism } from 'node:os'
import { defineConfig, mergeConfig } from 'vitest/config'
import { ALONE, BUILT } from './test/setup/projects.js'
import { LongestFirst } from './test/setup/sequence.js'
import { base } from './vitest.base.js'

const project = (name: string, include: string[], more: object = {}) => ({
  extends: true as const,
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
      projects: [
        project('src', ['test/**/*.test.ts'], { exclude: [...BUILT, ...ALONE] }),
        // They start servers and commands, and what one of these leaves behind must not end the process of another file.
        project('dist', BUILT, { globalSetup: 'test/setup/build.ts', isolate: true }),
        project('alone', ALONE, { isolate: true }),
      ],
    },
  }),
)
