/** Releases of the programs that the real app of a kind is made of. */
interface Programs {
  readonly wasmd: string
  readonly wasmvm: string
  readonly ibcGo: string
}

/**
 * By the name of the kind and its release, as {@link surfaceName} gives it. A fork of wasmd has the release that it was made of.
 * Source: `go.mod` of neutron 06e81b9f (wasmd v0.61.12-neutron), gaia c3c08fed, wasmd v0.61.14 and v0.70.3, nolus-core 444f8da7 (wasmd v0.61.8-nolus).
 */
const PROGRAMS: ReadonlyMap<string, Programs> = new Map([
  ['neutron', { wasmd: '0.61.12', wasmvm: '3.0.5', ibcGo: '10.5.0' }],
  ['hub', { wasmd: '0.60.8', wasmvm: '2.3.4', ibcGo: '10.7.0' }],
  ['wasmd@0.61', { wasmd: '0.61.14', wasmvm: '3.0.7', ibcGo: '10.5.0' }],
  ['wasmd@0.70', { wasmd: '0.70.3', wasmvm: '3.0.7', ibcGo: '11.1.0' }],
  ['cosmoshub', { wasmd: '0.60.8', wasmvm: '2.3.4', ibcGo: '10.7.0' }],
  ['nolus', { wasmd: '0.61.8', wasmvm: '3.0.3', ibcGo: '10.5.0' }],
])

/** @param name of a kind in one of its releases: `neutron`, `wasmd@0.70` */
export function programsOf(name: string): Programs {
  const programs = PROGRAMS.get(name)
  if (programs === undefined) throw new Error(`no programs of ${name} are listed`)
  return programs
}
