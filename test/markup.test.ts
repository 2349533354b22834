import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, it } from 'vitest'
import { findAll, isTest, sourcesIn } from './tidy/sources.ts'

const files = sourcesIn('src').filter((file) => file.path.endsWith('.tsx') && !isTest(file))

/** Expressions of elements, never a bare text. */
const elements =
  /^(?:children|aside|ways|left|add|node|notice|note|button|loadingButton|steps|now|list|money|frame|icon|waiting|outcome|more|lead|filters|action|labelEnd|counter|proof|reminder|rest|status|dialog|check\.node)$|^(?:Array\.from|props\.children|children|createPortal|tariff|subject\??\.renderPriceDetails|renderReservation|show)\b|\.map\(|direct$|Icon$/

type Kind = 'element' | 'text' | 'nothing'

function kindOf(expression: ESTree.JSXExpression, source: string): Kind {
  switch (expression.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return 'element'
    case 'JSXEmptyExpression':
      return 'nothing'
    case 'LogicalExpression':
      return kindOf(expression.right, source)
    case 'ConditionalExpression': {
      const kinds = [kindOf(expression.consequent, source), kindOf(expression.alternate, source)]
      return kinds.includes('text') ? 'text' : kinds.includes('element') ? 'element' : 'nothing'
    }
    case 'Literal':
      return typeof expression.value === 'string' ? 'text' : 'nothing'
    case 'ParenthesizedExpression':
      return kindOf(expression.expression, source)
    default:
      return elements.test(source.slice(expression.start, expression.end)) ? 'element' : 'text'
  }
}

/** Whether a text that may change, or has changing siblings, is not the only child of its element. */
function isBareAmongSiblings({ children }: { children: ESTree.JSXChild[] }, source: string): boolean {
  const shown = children.filter((child) => child.type !== 'JSXText' || /\S|^[^\n]*$/.test(child.value))
  if (shown.length < 2) return false
  const expressions = shown.flatMap((child) =>
    child.type === 'JSXExpressionContainer' && child.expression.type !== 'Literal' ? [child.expression] : [],
  )
  const hasText =
    shown.some((child) => child.type === 'JSXText' && /\S/.test(child.value)) ||
    expressions.some((expression) => kindOf(expression, source) === 'text')
  return hasText && expressions.length > 0
}

it('changing text among siblings has its own element, because React fails on a page that the browser translates', () => {
  const found: string[] = []
  for (const { path, lines } of files) {
    const source = lines.join('\n')
    let untranslatedUntil = 0
    const look = (node: ESTree.JSXElement | ESTree.JSXFragment) => {
      if (
        node.type === 'JSXElement' &&
        source.slice(node.start, node.openingElement.end).includes('translate="no"')
      )
        untranslatedUntil = Math.max(untranslatedUntil, node.end)
      if (node.end <= untranslatedUntil || !isBareAmongSiblings(node, source)) return
      const line = source.slice(0, node.start).split('\n').length
      found.push(`${path}:${line} -> one template literal, or a span around the text`)
    }
    new Visitor({ JSXElement: look, JSXFragment: look }).visit(parseSync(path, source).program)
  }
  expect(found).toEqual([])
})

it('a live region is the component LiveRegion: screen readers skip one that is created with its text', () => {
  const others = files.filter(({ path }) => path !== 'src/kit/web/notice/LiveRegion.tsx')
  const found = findAll(
    // The role of a LiveRegion may be on a line of its own.
    others.map((file) => ({
      ...file,
      code: file.code
        .join('\n')
        .replace(/<LiveRegion\b[^>]*>/g, (tag) => tag.replaceAll(/role="/g, ''))
        .split('\n'),
    })),
    /role="(?:status|alert|log)"|aria-live="(?:polite|assertive)"|<output/,
    'LiveRegion of kit/web/notice',
  )
  // The area of notices is empty at the start.
  expect(found.filter((finding) => !finding.startsWith('src/kit/web/notice/Toaster.tsx:'))).toEqual([])
})
