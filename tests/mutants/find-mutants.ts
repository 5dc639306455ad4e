import ts from 'typescript'

/** One small fault: `by` replaces the text from `start` to `end` of a file. */
export interface Mutant {
  readonly file: string
  readonly start: number
  readonly end: number
  readonly by: string
  readonly line: number
  /** Description for people. */
  readonly what: string
}

const operators: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
}

/** The opposite of each method. */
const methods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
}

/** Every small fault that can be made in the syntax of a file. */
export function findMutants(file: string, text: string): readonly Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: Mutant[] = []
  const add = (node: ts.Node, by: string) => {
    const [start, end] = [node.getStart(source), node.getEnd()]
    const line = source.getLineAndCharacterOfPosition(start).line + 1
    const before = text.slice(start, end).replace(/\s+/g, ' ')
    found.push({ file, start, end, by, line, what: `${before.slice(0, 90)} → ${by === '' ? 'nothing' : by}` })
  }
  const addCondition = (condition: ts.Expression) => {
    if (condition.kind === ts.SyntaxKind.TrueKeyword || condition.kind === ts.SyntaxKind.FalseKeyword) return
    add(condition, 'true')
    add(condition, 'false')
  }
  const visit = (node: ts.Node): void => {
    // Types do not exist at run time.
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    if (ts.isBinaryExpression(node)) {
      const other = operators[node.operatorToken.getText(source)]
      if (other !== undefined && !joinsText(node)) add(node.operatorToken, other)
    }
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      add(node, node.operand.getText(source))
    if (ts.isIfStatement(node) || ts.isWhileStatement(node)) addCondition(node.expression)
    if (ts.isConditionalExpression(node)) addCondition(node.condition)
    if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, 'false')
    if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, 'true')
    if (ts.isNumericLiteral(node) && !ts.isPropertyAssignment(node.parent))
      add(node, `${node.getText(source)} + 1`)
    if (ts.isPropertyAccessExpression(node) && ts.isCallExpression(node.parent)) {
      const other = methods[node.name.text]
      if (other !== undefined && node.parent.expression === node) add(node.name, other)
    }
    const isCall =
      ts.isExpressionStatement(node) &&
      (ts.isCallExpression(node.expression) ||
        ts.isAwaitExpression(node.expression) ||
        ts.isVoidExpression(node.expression))
    if (isCall && ts.isBlock(node.parent)) add(node, ';')
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Plus between texts concatenates; replacing it by a minus tests nothing. */
const joinsText = ({ left, right }: ts.BinaryExpression): boolean =>
  [left, right].some((side) => ts.isStringLiteral(side) || ts.isTemplateExpression(side))

/** The text of the file with the fault in it. */
export const withFault = (text: string, { start, end, by }: Pick<Mutant, 'start' | 'end' | 'by'>): string =>
  `${text.slice(0, start)}${by}${text.slice(end)}`
