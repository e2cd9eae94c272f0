import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take minutes: begun late, one of them would be alone at the end. */
const LONGEST = ['package/guide', 'package/building', 'cli/newcomer']

const isLongest = ({ moduleId }: TestSpecification): boolean =>
  LONGEST.some((name) => moduleId.endsWith(`/test/${name}.e2e.test.ts`))

/**
 * Project by project, since a process is kept only for files of its own. Within one the longest first, and then from the last path to the first: tests of the VM
 * begin while the heap is small, since each large memory of WebAssembly hastens a collection of all of it.
 */
export class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = files.map(({ project }) => project.name)
    const rank = ({ project }: TestSpecification): number => projects.indexOf(project.name)
    return files.toSorted(
      (a, b) => rank(a) - rank(b) || Number(isLongest(b)) - Number(isLongest(a)) || (a.moduleId < b.moduleId ? 1 : -1),
    )
  }
}
