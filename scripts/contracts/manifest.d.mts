/** What is wrong with the artifacts below the folder `contracts/`, one entry a fault. */
export function check(root: string): { readonly name: string; readonly text: string }[]
