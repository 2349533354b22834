import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { buttonClass } from '../Button.tsx'
import { Icon, type IconName } from '../Icon.tsx'
import css from './MenuButton.module.css'

type Props = {
  label: string
  /** Stands on the button instead of the label. */
  face?: string
  /** Stands in place of the label on a narrow screen. */
  icon?: IconName
  children: ReactNode
}

/**
 * Shows links and buttons, each in an `li`, below the button. Arrows lead through them; Escape, a choice and what is
 * elsewhere close them.
 */
export function MenuButton({ label, face, icon, children }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return
    box.current?.querySelector<HTMLElement>(choices)?.focus()
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) setIsOpen(false)
    }
    for (const name of leavingEvents) document.addEventListener(name, closeOutside)
    return () => leavingEvents.forEach((name) => document.removeEventListener(name, closeOutside))
  }, [isOpen])
  const close = () => {
    setIsOpen(false)
    button.current?.focus()
  }
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) close()
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    setIsOpen(true)
    const all = [...(box.current?.querySelectorAll<HTMLElement>(choices) ?? [])]
    const found = all.findIndex((choice) => choice === document.activeElement)
    // From the button, up leads to the last.
    const at = found === -1 && step === -1 ? 0 : found
    all[(at + step + all.length) % all.length]?.focus()
  }
  return (
    <div className={css.box} ref={box}>
      <button
        type="button"
        className={buttonClass('plain')}
        ref={button}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={(face ?? icon) && label}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={move}
      >
        <Face text={face ?? label} icon={icon} isLabel={face === undefined} />
      </button>
      <ul id={id} className={css.menu} hidden={!isOpen} onClick={close} onKeyDown={move}>
        {children}
      </ul>
    </div>
  )
}

type FaceProps = { text: string; icon: IconName | undefined; isLabel: boolean }

function Face({ text, icon, isLabel }: FaceProps) {
  return (
    <>
      {icon && (
        <span className={`${css.icon} lead`}>
          <Icon name={icon} size={20} />
        </span>
      )}
      <span>{text}</span>
      {isLabel && <Icon name="down" size={16} />}
    </>
  )
}

const choices = 'li :is(a, button)'
const leavingEvents = ['pointerdown', 'focusin']
