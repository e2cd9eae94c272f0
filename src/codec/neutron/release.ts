/** Whose release of Neutron's modules a chain has. It is also the first part of the names of their protobuf packages. */
export type NeutronRelease = 'neutron' | 'nolus'

/** The coin of the default params of their modules. */
export const BASE_DENOM: Readonly<Record<NeutronRelease, string>> = { neutron: 'untrn', nolus: 'unls' }
