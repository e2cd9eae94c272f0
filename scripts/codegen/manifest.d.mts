/** What is wrong with the generated clients in a folder, one text a fault. `root` is the folder of the project. */
export function check(root: string, clients: string): readonly string[]
