import type { GasBound, GasCertificate } from '../../fuzz/internal.js'
import { grouped } from './format.js'
import type { Terminal } from './terminal.js'

/** What the campaign can say about the gas of each callback, and the code that it does not speak of. */
export function certificateLines(certificates: readonly GasCertificate[], { colors }: Terminal): readonly string[] {
  if (certificates.length === 0) return []
  const notCovered = new Set(
    certificates
      .filter(({ notCovered: { blocks } }) => blocks > 0)
      .map(
        ({ contract, entryPoint, notCovered: { blocks, of } }) =>
          `  not covered: code of ${contract} that never ran, ${grouped(blocks)} of ${grouped(of)} blocks of ${entryPoint}`,
      ),
  )
  return [
    '',
    colors.bold(`gas of ${grouped(certificates.length)} ${certificates.length === 1 ? 'callback' : 'callbacks'}`),
    ...certificates.map((one) => `  ${certificateText(one)}`),
    ...[...notCovered].map((line) => colors.dim(line)),
  ]
}

/** A certificate in one line, by its highest bound. */
function certificateText(certificate: GasCertificate): string {
  const { contract, callback, ran, limit, most, crossing, bounds } = certificate
  const name = `${contract}/${callback}`
  if (!ran) return `${name}: never ran in an action sequence, so nothing is known about its gas`
  if (crossing !== undefined) {
    const after =
      crossing.sent === undefined ? '' : ` after ${grouped(crossing.sent.times)} times "${crossing.sent.message}"`
    return `${name}: runs out of its ${grouped(limit)} gas${after}`
  }
  const [highest] = bounds
  if (highest === undefined)
    return `${name}: at most ${grouped(most)} of ${grouped(limit)} gas in the action sequences; no growth was measured`
  const may = highest.gas > limit ? 'may need' : 'at most'
  const when = highest.reaches === undefined ? '' : `; predicted to run out of gas at ${grouped(highest.reaches)}`
  return `${name}: ${may} ${grouped(highest.gas)} of ${grouped(limit)} gas for ${quantityText(highest)} (${highest.degree}, ${howText(highest)}${when})`
}

function quantityText({ how, quantity: { of, name }, upTo, measuredTo }: GasBound): string {
  const many = how === 'proven' ? 'any number of' : `up to ${grouped(how === 'measured' ? measuredTo : upTo)}`
  return `${many} ${QUANTITIES[of]} "${name}"`
}

const QUANTITIES = { entries: 'entries of', messages: 'messages', times: 'times' } as const

const howText = ({ how, measuredTo }: GasBound): string =>
  ({
    proven: 'proven: what it reads does not change',
    measured: 'measured',
    extrapolated: `measured to ${grouped(measuredTo)}`,
  })[how]
