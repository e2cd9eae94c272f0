import { debugText, type SandboxSetting } from '../sandbox/internal.js'
import { inLine } from '../base/index.js'

/** Environment variable of test processes that turns on printing of contracts' debug output. */
export const LOGS = 'SUDOBOX_LOGS'

/** For a test's sandbox: Vitest shows console output under the name of the test. */
export const settingOfTests = (): SandboxSetting =>
  ['', '0', undefined].includes(process.env[LOGS])
    ? {}
    : { onDebug: (line) => console.log(inLine(`[${line.chain}] ${debugText(line)}`)) }
