// `Symbol.dispose` for compilers and libraries that do not name it yet; newer ones declare the same.

declare global {
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}

export {};
