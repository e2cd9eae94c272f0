import type { Command } from 'commander'

export function render(program: Command): string
