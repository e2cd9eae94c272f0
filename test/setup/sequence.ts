import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Project by project, since a process is kept only for files of its own. Within one from the last path to the first: tests of the VM
 * begin while the heap is small, since each large memory of WebAssembly hastens a collection of all of it.
 */
export class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = files.map(({ project }) => project.name)
    const rank = ({ project }: TestSpecification): number => projects.indexOf(project.name)
    return files.toSorted((a, b) => rank(a) - rank(b) || (a.moduleId < b.moduleId ? 1 : -1))
  }
}
