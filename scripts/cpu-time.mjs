import { readFileSync } from 'node:fs'

/** CPU seconds of a process with its threads; undefined where the system does not tell, or once it has ended. */
export function cpuOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return undefined
  }
}
