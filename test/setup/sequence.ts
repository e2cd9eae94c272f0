import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest, longest first: they begin first, so that no process waits for another one at the end. Tests of the VM
 * begin while the heap is small, since each large memory of WebAssembly hastens a collection of all of it.
 */
const LONGEST = [
  'package/guide',
  'package/cosmjs',
  'fuzz/cluster/machines',
  'sandbox/explorer/page',
  'cli/fuzz',
  'cli/serve',
  'cli/replay',
  'vm/',
  'evm/vectors',
  'server/limits',
]

/** Project by project, since a process is kept only for files of its own; then by length, then by name. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = files.map(({ project }) => project.name)
    const rank = ({ moduleId, project }: TestSpecification): number => {
      const at = LONGEST.findIndex((part) => moduleId.includes(`/test/${part}`))
      return projects.indexOf(project.name) * 100 + (at < 0 ? 99 : at)
    }
    return files.toSorted((a, b) => rank(a) - rank(b) || (a.moduleId < b.moduleId ? -1 : 1))
  }
}
