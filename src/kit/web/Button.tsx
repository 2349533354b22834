import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './Icon.tsx'
import css from './Button.module.css'

/** `primary`: the one action of a screen. `plain`: an outlined choice. `quiet`: text. `danger`: destroys, and asks first. */
export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger'

export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  look?: ButtonLook
  icon?: IconName
  /** What is still missing, in words. Present: the button is disabled and says so beside it. */
  missing?: string | undefined
  /** The action is running: disabled, without a text beside it. */
  busy?: boolean
}

/** The class names of a button, for links that look like one. */
export function buttonClass(look: ButtonLook): string {
  return `${css.button} ${css[look]}`
}

/** What stands inside a button or a link that looks like one. */
export function ButtonFace({ icon, children }: { icon?: IconName | undefined; children: ReactNode }) {
  return (
    <>
      {icon && <Icon name={icon} size={22} />}
      <span>{children}</span>
    </>
  )
}

/** `<Button missing={offline ? 'Sem conexão.' : undefined}>PAGAR R$ 12,00</Button>`. A submit button inside forms by default. */
export function Button(props: ButtonProps) {
  const { look = 'primary', icon, missing, busy, children, type, ...rest } = props
  const note = useId()
  const button = (
    <button
      {...rest}
      type={type ?? (look === 'primary' ? 'submit' : 'button')}
      className={buttonClass(look)}
      disabled={busy === true || missing !== undefined}
      aria-busy={busy || undefined}
      aria-describedby={missing === undefined ? rest['aria-describedby'] : note}
    >
      <ButtonFace icon={icon}>{children}</ButtonFace>
    </button>
  )
  if (missing === undefined) return button
  return (
    <div className={css.withNote}>
      <p id={note} className={css.note}>
        <Icon name="info" size={18} />
        {missing}
      </p>
      {button}
    </div>
  )
}
