import { entryText, type Finding } from '../../fuzz/internal.js'

/** The lines for the campaign that silence a finding, and that make an error of one that is less. */
export const levelLines = ({ level, exception }: Pick<Finding, 'level' | 'exception'>): readonly string[] => [
  `if intended, add to the campaign: ${entryText('except', exception)}`,
  ...(level === 'error' ? [] : [`to make it an error, add to the campaign: ${entryText('forbid', exception)}`]),
]
