// Wrangler uploads these files as compiled modules (Workers compile nothing at run time).
declare module '*.wasm' {
  const module: WebAssembly.Module;
  export default module;
}
