import type { SandboxSetting } from '../sandbox/api/create-sandbox.js'
import { debugText } from '../sandbox/trace/debug.js'

/** Set in the environment of test processes: what contracts print is printed. */
export const LOGS = 'SUDOBOX_LOGS'

/** Of a sandbox of a test: Vitest prints below the test's name what goes to the console. */
export const settingOfTests = (): SandboxSetting =>
  ['', '0', undefined].includes(process.env[LOGS])
    ? {}
    : { onDebug: (line) => console.log(`[${line.chain}] ${debugText(line)}`) }
