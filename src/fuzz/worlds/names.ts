/** The worlds in which action sequences begin. */
export const WORLD_NAMES = ['plain', 'decimals', 'fees', 'two-channels', 'third-chain', 'upgrade'] as const
export type WorldName = (typeof WORLD_NAMES)[number]
