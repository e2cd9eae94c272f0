import { spawnSync } from 'node:child_process'
import type { Contender, Figures } from '../harness/contender.js'
import { repositoryPath } from '../harness/paths.js'
import type { Timed } from './cases.js'

interface Times {
  readonly compile_us: number
  readonly steps: readonly { readonly name: string; readonly median_us: number }[]
}

const folder = repositoryPath('reference/vm')
const program = `${folder}/target/release/reference-vm`

/** The native VM, built if Rust is installed; otherwise the reason why not. */
export function nativeContender(name: string, scripts: readonly Timed[]): Contender | string {
  const build = spawnSync('cargo', ['build', '--release', '--locked', '--quiet'], { cwd: folder, stdio: 'inherit' })
  if (build.error) return `left out: there is no Rust here (${build.error.message})`
  if (build.status !== 0) return 'left out: reference/vm cannot be built'
  return {
    name,
    round: () => Promise.resolve(Object.assign({}, ...scripts.map(time)) as Figures),
    close: () => {},
  }
}

function time({ name, path, nativeRuns }: Timed): Figures {
  const { status, stdout, stderr } = spawnSync(program, ['time', path, String(nativeRuns)], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`reference-vm: ${stderr}`)
  const { compile_us: compile, steps } = JSON.parse(stdout) as Times
  return {
    [`${name}/compile`]: compile,
    ...Object.fromEntries(steps.map((step) => [`${name}/${step.name}`, step.median_us])),
  }
}
