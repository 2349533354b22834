import { useEffect, useState } from 'react'

/** Whether the search of the back office is open; Ctrl K and ⌘ K open it too. */
export function useSearchOpening() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      if (key.toLowerCase() !== 'k' || !(ctrlKey || metaKey) || altKey || shiftKey) return
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) setIsOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return { isOpen, open: () => setIsOpen(true), close: () => setIsOpen(false) } as const
}
