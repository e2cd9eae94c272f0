import { availableParallelism } from 'node:os'
import { defineConfig, mergeConfig, type Plugin } from 'vitest/config'
import { filesOf, KINDS, LIMITS } from './test/setup/kinds.js'
import { nameSource, plainSources } from './test/setup/plain-sources.js'
import { ByProject } from './test/setup/sequence.js'
import { base } from './vitest.base.js'

const project = (name: string, include: string, more: object = {}, plugins: Plugin[] = [plainSources()]) => ({
  extends: true as const,
  plugins,
  test: { name, include: [include], ...more },
})

const WORKERS = Math.max(2, availableParallelism())

export default mergeConfig(
  base,
  defineConfig({
    test: {
      maxWorkers: WORKERS,
      sequence: { sequencer: ByProject },
      // Loading the sources costs more than most files test, so the files of a process share them.
      isolate: false,
      onStackTrace: nameSource,
      ...(process.env['SUDOBOX_CPU'] === '1' && { runner: './test/setup/cpu.ts' }),
      projects: [
        project('unit', 'test/**/*.test.ts', { exclude: KINDS.map(filesOf) }),
        // These replace functions of Node: others in their process would notice.
        project('unit-alone', filesOf('alone'), { isolate: true }),
        // These replace modules (`vi.mock`), or take fresh ones: Vitest loads the sources for them.
        project('unit-mocking', filesOf('mocking'), { isolate: true }, []),
        project('conformance', filesOf('conformance'), LIMITS.conformance),
        project('e2e', filesOf('e2e'), {
          ...LIMITS.e2e,
          globalSetup: 'test/setup/build.ts',
          // They wait for processes, servers and pages: with one worker more no processor is idle meanwhile. Vitest asks for a group of its own.
          maxWorkers: WORKERS + 1,
          sequence: { groupOrder: 1 },
        }),
      ],
    },
  }),
)
