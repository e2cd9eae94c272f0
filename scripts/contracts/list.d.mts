export interface Contract {
  readonly name: string
  readonly kind: 'rust' | 'solidity'
  /** File below `artifacts/` */
  readonly artifact: string
  /** File below `artifacts/` */
  readonly schema?: string
  /** Of the Cargo package, built in. Such a variant has the schema of the contract without it. */
  readonly feature?: string
  /** Files and folders below `contracts/` that decide what is built */
  readonly sources: readonly string[]
}

/** @param root the folder `contracts/` */
export function listContracts(root: string): Contract[]
