import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Where `.ci/run` installs it, if there is Go. */
const INSTALLED = fileURLToPath(new URL('../../node_modules/.cache/grpcurl/grpcurl', import.meta.url))

const PROGRAM = [process.env['SUDOBOX_GRPCURL'] ?? '', INSTALLED, 'grpcurl'].find(
  (path) => path !== '' && spawnSync(path, ['--version']).status === 0,
)

/** Why tests with grpcurl do not run here. */
export const WITHOUT_GRPCURL =
  PROGRAM === undefined ? 'did not run: grpcurl is not installed (SUDOBOX_GRPCURL names one)' : undefined

const run = promisify(execFile)

/** What the program printed: to its output if it succeeded, otherwise to its errors. */
export async function grpcurl(...args: readonly string[]): Promise<{ readonly ok: boolean; readonly text: string }> {
  try {
    const { stdout } = await run(PROGRAM!, ['-plaintext', ...args], { maxBuffer: 1 << 28 })
    return { ok: true, text: stdout }
  } catch (error) {
    return { ok: false, text: (error as { stderr?: string }).stderr ?? String(error) }
  }
}
