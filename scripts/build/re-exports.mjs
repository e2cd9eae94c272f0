// Declarations refer to the file that declares a name, not to the files that only re-export it: the index of a folder exports more than an entry point of the package needs.
import { readFileSync } from 'node:fs'

const LIST = /\b(import|export) (type )?\{([^}]*)\} from (['"])(\.[^'"]+)\4/g
const ALL = /\bexport \* from ['"](\.[^'"]+)['"]/g
const INLINE = /\bimport\((['"])(\.[^'"]+)\1\)\.(\w+)/g

const DECLARING = '\\bexport (declare )?(abstract )?(const|function|class|interface|type|enum|namespace)'

/** `type a as b`: what it is called there and here. */
function partsOf(text) {
  const [, type, there, here] = /^(type )?(\w+)(?: as (\w+))?$/.exec(text)
  return { isType: type !== undefined, there, here: here ?? there }
}

const namesIn = (list) => list.split(',').flatMap((one) => (one.trim() === '' ? [] : [partsOf(one.trim())]))

/**
 * Makes what rewrites declarations.
 * @param targetOf file of an import: of its specifier, and of the file that it is in
 * @param specifierOf the reverse: of a file, and of the file that imports it
 */
export function pastReExports(targetOf, specifierOf) {
  const texts = new Map()
  const textOf = (file) => texts.get(file) ?? texts.set(file, readFileSync(file, 'utf8')).get(file)

  /** File and name of the declaration, or undefined if the file does not export that name. */
  function declarationIn(file, name) {
    const text = textOf(file)
    for (const [, word, , list, , from] of text.matchAll(LIST)) {
      const found = word === 'export' && namesIn(list).find(({ here }) => here === name)
      if (found) return declarationIn(targetOf(from, file), found.there) ?? { file, name }
    }
    for (const [, from] of text.matchAll(ALL)) {
      const found = declarationIn(targetOf(from, file), name)
      if (found) return found
    }
    return new RegExp(`${DECLARING} ${name}\\b`).test(text) ? { file, name } : undefined
  }

  return (code, file) => {
    const declarationOf = (specifier, name) => {
      const target = targetOf(specifier, file)
      return declarationIn(target, name) ?? { file: target, name }
    }
    return code
      .replaceAll(LIST, (_, word, type = '', list, quote, specifier) => {
        const byFile = new Map()
        for (const { isType, there, here } of namesIn(list)) {
          const { file: declaring, name } = declarationOf(specifier, there)
          const part = [isType ? 'type ' : '', name, name === here ? '' : ` as ${here}`].join('')
          byFile.set(declaring, [...(byFile.get(declaring) ?? []), part])
        }
        return [...byFile]
          .map(
            ([from, parts]) => `${word} ${type}{ ${parts.join(', ')} } from ${quote}${specifierOf(from, file)}${quote}`,
          )
          .join(';\n')
      })
      .replaceAll(INLINE, (_, quote, specifier, name) => {
        const declared = declarationOf(specifier, name)
        return `import(${quote}${specifierOf(declared.file, file)}${quote}).${declared.name}`
      })
  }
}
