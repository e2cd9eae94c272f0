import { useEffect, useState } from 'preact/hooks'

const THEMES = ['auto', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]
const KEY = 'sudobox-theme'
/** The event for parts that do not take their colours from the style sheet. */
export const THEME_CHANGED = 'sudobox-theme-changed'

/** A page that is opened from disk may have no storage. */
function stored(): Theme {
  try {
    const known = localStorage.getItem(KEY)
    return THEMES.find((theme) => theme === known) ?? 'auto'
  } catch {
    return 'auto'
  }
}

function store(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Without storage it lasts until the page is closed.
  }
}

/** Chooses between the system's theme, light and dark. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(stored)
  useEffect(() => {
    if (theme === 'auto') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
    store(theme)
    document.dispatchEvent(new Event(THEME_CHANGED))
  }, [theme])
  return (
    <label class="theme">
      <span class="quiet">Theme</span>
      <select aria-label="Theme" value={theme} onChange={(event) => setTheme(event.currentTarget.value as Theme)}>
        {THEMES.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
