export function render(): string
