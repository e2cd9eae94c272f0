// Set-up of each test file in watch mode: records which files its sandboxes read, for `rerunOnChange` in the main process.
import { subscribe } from 'node:diagnostics_channel'
import * as vitest from 'vitest'
import { filesRead } from '../../base/index.js'

// Vitest 4.0 has it under another name, for which 4.1 prints a warning.
const getCurrentSuite = vitest.TestRunner?.getCurrentSuite ?? (await import('vitest/suite')).getCurrentSuite

subscribe(filesRead.name, (path) => {
  const meta = getCurrentSuite().file?.meta
  if (meta !== undefined) meta.sudoboxFiles = [...new Set(meta.sudoboxFiles).add(path as string)]
})
