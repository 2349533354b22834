import { useEffect, useState, type HTMLAttributes, type Ref } from 'react'

type Props = HTMLAttributes<HTMLElement> & {
  as?: 'p' | 'div' | 'span'
  role?: 'status' | 'alert'
  ref?: Ref<HTMLDivElement & HTMLParagraphElement>
}

/** A live region that is created with its text is not read aloud. */
const emptyMs = 100

/** A first text keeps its place while nobody hears it. */
export function Live({ as: Tag = 'p', role = 'status', children, ...rest }: Props) {
  const [isHeard, setIsHeard] = useState(false)
  useEffect(() => void setTimeout(setIsHeard, emptyMs, true), [])
  return (
    <Tag role={role} {...rest}>
      {isHeard || !children ? children : <span className="unheard">{children}</span>}
    </Tag>
  )
}
