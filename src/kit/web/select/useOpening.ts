import { useEffect, useId, useRef, useState } from 'react'

export type Opening = ReturnType<typeof useOpening>

export function useOpening(onBlur: (() => void) | undefined) {
  const [shape, setShape] = useState<'closed' | 'list' | 'sheet'>('closed')
  const [startTerm, setStartTerm] = useState('')
  const anchor = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (shape !== 'list') return
    const away = (event: Event) => {
      if (event.target instanceof Node && !anchor.current?.contains(event.target)) setShape('closed')
    }
    document.addEventListener('pointerdown', away)
    document.addEventListener('focusin', away)
    return () => {
      document.removeEventListener('pointerdown', away)
      document.removeEventListener('focusin', away)
    }
  }, [shape])
  return {
    shape,
    listId: useId(),
    startTerm,
    anchor,
    trigger,
    open(term = '') {
      setStartTerm(term)
      setShape(matchMedia('(max-width: 37.49em)').matches ? 'sheet' : 'list')
    },
    close() {
      setShape('closed')
      onBlur?.()
      requestAnimationFrame(() => trigger.current?.focus())
    },
  }
}
