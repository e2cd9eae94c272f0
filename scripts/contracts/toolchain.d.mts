export interface Toolchain {
  readonly rustc: string
  readonly cargo: string
  readonly version: string
  readonly sysroot: string
  readonly buildsStd: boolean
}

export function findToolchain(folders?: readonly string[]): Toolchain
