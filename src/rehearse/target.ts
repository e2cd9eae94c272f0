import { nearestTexts, UsageError } from '../base/index.js'
import { KINDS, releasesOf, surfaceOf, type Surface } from '../app/index.js'
import { scheduleOf } from '../vm/internal.js'

const KIND_NAMES = Object.keys(KINDS) as (keyof typeof KINDS)[]

type Target = readonly [kind: keyof typeof KINDS, release?: string]

/** What names a kind and a release: `neutron`, `wasmd`, `wasmd@0.70`, and `0.70`, which only one kind has. */
const TARGETS: ReadonlyMap<string, Target> = new Map(
  KIND_NAMES.flatMap((kind): readonly (readonly [string, Target])[] => [
    [kind, [kind]],
    ...releasesOf(kind).flatMap((release) =>
      [`${kind}@${release}`, release].map((name): readonly [string, Target] => [name, [kind, release]]),
    ),
  ]),
)

/** All targets in their long form. */
export const TARGET_NAMES: readonly string[] = KIND_NAMES.flatMap((kind) => {
  const releases = releasesOf(kind)
  return releases.length === 0 ? [kind] : releases.map((release) => `${kind}@${release}`)
})

/**
 * A kind and a release, and after a slash a release of the contract VM in place of its own: `neutron/3.0.9`.
 * @throws UsageError with the closest names for a kind or a release that is not known
 */
export function targetOf(text: string): Surface {
  const slash = text.indexOf('/')
  if (slash < 0) return namedTarget(text)
  const vm = text.slice(slash + 1)
  scheduleOf(vm)
  return { ...namedTarget(text.slice(0, slash)), vm }
}

function namedTarget(text: string): Surface {
  const target = TARGETS.get(text)
  if (target !== undefined) return surfaceOf(...target)
  const near = nearestTexts(text, [...TARGETS.keys()])
  throw new UsageError(`no kind of chain or release is named ${JSON.stringify(text.slice(0, 80))}`, {
    details: [
      ...(near.length > 0 ? [`similar: ${near.join(', ')}`] : []),
      `known: ${TARGET_NAMES.join(', ')}; without a release, the kind's default`,
    ],
  })
}

/** The release before that of a surface, of the same kind; undefined for the first, and for kinds with one. */
export function releaseBefore({ kind, release }: Surface): Surface | undefined {
  const releases = releasesOf(kind)
  const at = releases.findIndex((name) => name === release)
  return at > 0 ? surfaceOf(kind, releases[at - 1]) : undefined
}
