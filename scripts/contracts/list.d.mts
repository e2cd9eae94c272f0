export interface Contract {
  readonly name: string
  readonly kind: 'rust' | 'solidity'
  /** File below `artifacts/` */
  readonly artifact: string
  /** File below `artifacts/` */
  readonly schema?: string
  /** Files and folders below `contracts/` that decide what is built */
  readonly sources: readonly string[]
}

/** @param root the folder `contracts/` */
export function listContracts(root: string): Contract[]
