mat
{
	qer_editorimage textures/mat_editor.tga
	surfaceparm nomarks
	deformVertexes wave 100 sin 3 0 0 0
	cull none
	nopicmip
	{
		map $lightmap
	}
	{
		animMap 10 textures/mat.tga textures/mat2.tga
		blendFunc GL_SRC_ALPHA GL_ONE_MINUS_SRC_ALPHA
		alphaFunc GE128
		rgbGen const ( 1 0.5 0.25 )
		tcMod scale 2 2
	}
	{ // glow
		clampMap textures/mat_glow.tga
		blendFunc add
		tcGen environment
	}
}
daemon
{
	twoSided
	{
		diffuseMap textures/d
		normalMap textures/n
		specularMap textures/s
	}
	implicitMask -
}
