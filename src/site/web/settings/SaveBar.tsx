import { type MouseEvent, useEffect, useRef } from 'react'
import { numberText } from '#kit/text/formats.ts'
import { Button } from '#kit/web/Button.tsx'
import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import css from './Settings.module.css'

type Props = { changes: number; busy: boolean; onDiscard: () => void }

/** Its room is kept while it is empty, so nothing moves when it comes. */
export function SaveBar({ changes, busy, onDiscard }: Props) {
  const hadChanges = useRef(false)
  useEffect(() => {
    // The pressed button is gone.
    if (hadChanges.current && changes === 0 && document.activeElement === document.body)
      document.querySelector('h1')?.focus({ preventScroll: true })
    hadChanges.current = changes > 0
  }, [changes])
  return (
    <div className={css.bar} data-empty={changes === 0 || undefined}>
      <LiveRegion>{changesText(changes)}</LiveRegion>
      {changes > 0 && (
        <div className={css.buttons}>
          <Button variant="quiet" onClick={onDiscard} onMouseDown={keepFocus}>
            Descartar
          </Button>
          <Button busy={busy} onMouseDown={keepFocus}>
            Salvar
          </Button>
        </div>
      )}
    </div>
  )
}

/** A field that shows its error as it loses the focus would move the button from under the pointer. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault()
}

function changesText(changes: number): string {
  if (changes === 0) return ''
  return changes === 1 ? '1 alteração' : `${numberText(changes)} alterações`
}
