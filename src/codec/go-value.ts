import { compareBytes, toUtf8 } from '../base/index.js'
import type { GoValue } from './go-json/index.js'

/** Go's `%v` of a `float64`: the shortest digits, with an exponent below -4 and from 6 on. Source: go1.24 strconv/ftoa.go `%g`. */
function floatText(value: number): string {
  if (Object.is(value, -0)) return '-0'
  const [digits, exponent] = value.toExponential().split('e') as [string, string]
  const power = Number(exponent)
  if (power >= -4 && power < 6) return plainDigits(digits, power)
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
}

/** Digits with the decimal point moved: `1.5` by -3 is `0.0015`. */
function plainDigits(text: string, power: number): string {
  const sign = text.startsWith('-') ? '-' : ''
  const digits = text.replace(/[-.]/g, '')
  if (power < 0) return `${sign}0.${'0'.repeat(-power - 1)}${digits}`
  const whole = digits.slice(0, power + 1).padEnd(power + 1, '0')
  const rest = digits.slice(power + 1)
  return `${sign}${whole}${rest === '' ? '' : `.${rest}`}`
}

/** Go's `%v`: `<nil>`, `[a b]`, `map[a:1 b:2]` with sorted keys. Uses its own stack, since values may be nested 10,000 deep. */
export function goValueText(value: GoValue): string {
  let text = ''
  const waiting: ({ readonly text: string } | { readonly value: GoValue })[] = [{ value }]
  const open = (bracket: string, items: readonly (readonly (typeof waiting)[number][])[]) => {
    text += bracket
    waiting.push({ text: ']' })
    for (let i = items.length - 1; i >= 0; i--) {
      for (const part of items[i]!.toReversed()) waiting.push(part)
      if (i > 0) waiting.push({ text: ' ' })
    }
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if ('text' in next) text += next.text
    else if (next.value === undefined || next.value === null) text += '<nil>'
    else if (typeof next.value === 'number') text += floatText(next.value)
    else if (typeof next.value !== 'object') text += String(next.value)
    else if (Array.isArray(next.value))
      open(
        '[',
        (next.value as readonly GoValue[]).map((item) => [{ value: item }]),
      )
    else {
      const entries = Object.entries(next.value as { readonly [name: string]: GoValue })
      entries.sort(([a], [b]) => compareBytes(toUtf8(a), toUtf8(b)))
      open(
        'map[',
        entries.map(([name, item]) => [{ text: `${name}:` }, { value: item }]),
      )
    }
  }
  return text
}
